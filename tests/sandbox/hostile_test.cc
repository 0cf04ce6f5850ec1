// Commands that mean harm. Each runs in a jail that jail_test.cc has shown to hold; beside it, what it wants,
// what stops it, and a look at the next run of the same cell and at a neighbour.
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <functional>
#include <thread>

#include "sandbox_fixture.h"

namespace assay::sandbox {
namespace {

using std::chrono::milliseconds;
using testing::AnyOf;
using testing::HasSubstr;

class HostileTest : public SandboxTest {
 protected:
  void SetUp() override {
    SandboxTest::SetUp();
    if (IsSkipped()) return;
    cell_ = std::make_unique<Cell>(sandbox().open(world()));
    ASSERT_EQ(cell_->run(shell_command("test -f f && ls -d /proc/[1-9]* | wc -l")).exit_code, 0);
  }
  // The cell goes on as if nothing had been.
  void TearDown() override {
    if (!cell_) return;
    const Outcome next =
        cell_->run(shell_command("cat f; ls -A ~ /tmp; ls /usr/bin | wc -l; set -- /proc/[1-9]*; echo $#"));
    const Outcome fresh =
        run("cat f; ls -A ~ /tmp; ls /usr/bin | wc -l; set -- /proc/[1-9]*; echo $#", world());
    EXPECT_EQ(next.out, fresh.out) << next.why;
    EXPECT_FALSE(next.leftovers);
  }
  Outcome attack(const std::string& script, milliseconds timeout = milliseconds(1000)) {
    return cell_->run(shell_command(script), {.timeout = timeout});
  }
  static World world() { return {.entries = {{.path = "f", .content = "as it was\n"}}}; }

  std::unique_ptr<Cell> cell_;
};

TEST_F(HostileTest, ForkBomb) {
  std::atomic<bool> over = false;
  int runs = 0, right = 0;
  std::thread neighbour([&] {
    Cell cell = sandbox().open(world());
    for (; !over; ++runs) right += cell.run(shell_command("cat f")).out == "as it was\n";
  });
  for (int i = 0; i < 5; ++i) {
    const Outcome outcome = attack(":(){ :|:& };:", milliseconds(200));
    EXPECT_THAT(outcome.end, AnyOf(End::exited, End::timed_out));
    EXPECT_TRUE(outcome.leftovers || outcome.end == End::timed_out);
  }
  over = true;
  neighbour.join();
  EXPECT_GT(runs, 0);
  EXPECT_EQ(right, runs);
}

TEST_F(HostileTest, SignalsToAll) {
  const Outcome outcome =
      attack("kill -9 1; kill -STOP 1; kill -9 $PPID; kill -TERM 1; echo alive; kill -9 -1");
  EXPECT_THAT(outcome.out + std::to_string(outcome.signal), AnyOf("alive\n9", "alive\n0"));
}

TEST_F(HostileTest, FillingTheDisk) {
  const Outcome one = attack("yes > file; stat -c %s file", milliseconds(5000));
  EXPECT_EQ(one.out, "16777216\n");
  const Outcome many = attack("for i in $(seq 10); do head -c 15M /dev/zero > f$i; done; du -sm . | cut -f1",
                              milliseconds(5000));
  EXPECT_LT(std::stoi(many.out), 70);
  EXPECT_THAT(many.err, HasSubstr("No space left on device"));
  const Outcome names = attack("i=0; while : > n$((i++)); do :; done 2>&1 | tail -1", milliseconds(10'000));
  EXPECT_THAT(names.out, HasSubstr("No space left on device"));
}

TEST_F(HostileTest, MemoryHogs) {
  EXPECT_NE(attack("head -c 2G /dev/zero | tail -c 1G | wc -c", milliseconds(5000)).out, "1073741824\n");
  const Outcome many =
      attack("for i in $(seq 30); do { head -c 100M /dev/zero; sleep 20; } | tail & done; wait",
             milliseconds(20'000));
  EXPECT_EQ(many.end, End::memory_limit);
  EXPECT_THAT(attack("perl -e 'my $m = syscall(9, 0, 1<<28, 3, 0x21, -1, 0); print $m'").out, "-1");
  EXPECT_THAT(attack("perl -e '$s = \"x\"; print syscall(319, $s, 0)'").out, "-1") << "memfd_create";
}

TEST_F(HostileTest, DaemonsAndIgnoredSignals) {
  EXPECT_TRUE(attack("(setsid bash -c 'trap \"\" TERM HUP INT; sleep 1000' &) ; echo done").leftovers);
  EXPECT_TRUE(attack("(setsid bash -c 'trap \"\" TERM HUP INT; sleep 1000' >/dev/null 2>&1 &) ; echo done")
                  .leftovers);
  EXPECT_EQ(attack("trap '' TERM INT HUP; while :; do :; done", milliseconds(200)).end, End::timed_out);
}

TEST_F(HostileTest, RemovingEverything) {
  const Outcome outcome = attack("rm -rf --no-preserve-root / 2>/dev/null; echo $?", milliseconds(5000));
  EXPECT_EQ(outcome.out, "1\n");
  EXPECT_TRUE(std::filesystem::exists("/usr/bin/env"));
}

TEST_F(HostileTest, Privileges) {
  EXPECT_EQ(attack("mount -t tmpfs x /tmp || mount --bind /home /mnt || umount /proc || umount -l /usr || "
                   "chroot / true")
                .out,
            "");
  EXPECT_NE(attack("mknod b b 8 0 || mknod c c 1 3").exit_code, 0);
  EXPECT_NE(attack("chown 0 f || chgrp 0 f").exit_code, 0);
  EXPECT_NE(attack("hostname other; date -s @0").exit_code, 0);
  EXPECT_EQ(attack("cp /bin/bash b; chmod u+s b; ./b -p -c 'id -u; grep CapEff /proc/self/status'").out,
            "1000\nCapEff:\t0000000000000000\n");
}

// By number, as there are no programs for most of them: x86-64.
TEST_F(HostileTest, SystemCalls) {
#if defined(__x86_64__)
  const auto result_of = [&](const std::string& call) {
    return attack("perl -e '$s = \"/tmp\"; $! = 0; my $r = syscall(" + call +
                  "); print $r == -1 ? $!+0 : \"done\"'")
        .out;
  };
  const auto denied = std::to_string(EPERM);
  EXPECT_EQ(result_of("101, 0, 0, 0, 0"), denied) << "ptrace";
  EXPECT_EQ(result_of("272, 0x10000000"), denied) << "unshare";
  EXPECT_EQ(result_of("56, 0x10000011, 0, 0, 0, 0"), denied) << "clone, a user namespace";
  EXPECT_EQ(result_of("435, 0, 0"), std::to_string(ENOSYS)) << "clone3";
  EXPECT_EQ(result_of("308, 3, 0"), denied) << "setns";
  EXPECT_EQ(result_of("250, 0, -3, 0, 0, 0"), denied) << "keyctl";
  EXPECT_EQ(result_of("248, $s, $s, $s, 1, -3"), denied) << "add_key";
  EXPECT_EQ(result_of("321, 0, 0, 0"), denied) << "bpf";
  EXPECT_EQ(result_of("298, 0, 0, -1, -1, 0"), denied) << "perf_event_open";
  EXPECT_EQ(result_of("425, 1, 0"), denied) << "io_uring_setup";
  EXPECT_EQ(result_of("29, 1, 4096, 01600"), denied) << "shmget";
  EXPECT_EQ(result_of("64, 1, 1, 01600"), denied) << "semget";
  EXPECT_EQ(result_of("240, $s, 0102, 0600, 0"), denied) << "mq_open";
  EXPECT_EQ(result_of("323, 0"), denied) << "userfaultfd";
  EXPECT_EQ(result_of("304, -100, 0, 0"), denied) << "open_by_handle_at";
  EXPECT_EQ(result_of("430, $s, 0"), denied) << "fsopen";
  EXPECT_EQ(result_of("428, -100, $s, 1"), denied) << "open_tree";
  EXPECT_EQ(result_of("103, 3, 0, 0"), denied) << "syslog";
  EXPECT_EQ(result_of("165, $s, $s, $s, 0, 0"), denied) << "mount";
  EXPECT_EQ(result_of("175, 0, 0, $s"), denied) << "init_module";
  EXPECT_EQ(result_of("169, 0xfee1dead, 672274793, 0x1234567, 0"), denied) << "reboot";
  for (const int family : {4, 9, 12, 15, 16, 17, 21, 31, 38, 40, 44})
    EXPECT_EQ(result_of("41, " + std::to_string(family) + ", 3, 0"), std::to_string(EAFNOSUPPORT)) << family;
#endif
}

TEST_F(HostileTest, Network) {
  EXPECT_NE(attack("echo x > /dev/tcp/127.0.0.1/22").exit_code, 0);
  EXPECT_NE(attack("echo x > /dev/tcp/1.1.1.1/80").exit_code, 0);
  EXPECT_NE(attack("echo x > /dev/udp/1.1.1.1/53").exit_code, 0);
}

TEST_F(HostileTest, ProcAndSys) {
  for (const char* path :
       {"/proc/sysrq-trigger", "/proc/sys/kernel/panic", "/proc/sys/kernel/core_pattern",
        "/proc/sys/vm/drop_caches", "/proc/1/mem", "/proc/1/oom_score_adj", "/proc/1/uid_map",
        "/proc/self/uid_map", "/sys/power/state", "/proc/sys/kernel/ns_last_pid",
        "/proc/sys/user/max_user_namespaces", "/proc/self/setgroups"})
    EXPECT_NE(attack(std::string("echo 1 > ") + path).exit_code, 0) << path;
  EXPECT_NE(attack("cat /proc/1/mem /proc/1/environ /proc/kcore /proc/kmsg").exit_code, 0);
}

// In every place that outlives a process.
TEST_F(HostileTest, StateForTheNextRun) {
  attack(
      "echo x | tee /tmp/s /var/tmp/s ~/s /run/s /dev/shm/s /srv/s /opt/s /mnt/s /etc/s /root/s f >/dev/null "
      "2>&1;"
      "setfattr -n user.x -v y f 2>/dev/null; chmod 600 f /tmp; touch -d 1999-01-01 f /tmp /;"
      "ulimit -n 10; umask 077; hostname x; trap '' TERM; flock f sleep 100 & exec 3<>/tmp/s; cd /; rm -rf "
      "~");
  const std::string look =
      "ls /tmp /var/tmp /run /srv /opt /mnt /root; cat f; umask; ulimit -n; stat -c '%a %Y' / /tmp ~;"
      "stat -c %a f; flock -n f echo free";
  EXPECT_EQ(attack(look).out, sandbox().run(world(), shell_command(look)).out);
}

TEST_F(HostileTest, StandardInputIsNoWayToTheNextRun) {
  World with_input = world();
  with_input.input = "input\n";
  Cell cell = sandbox().open(with_input);
  cell.run(
      shell_command("echo spoilt > /proc/self/fd/0; chmod 777 /proc/self/fd/0; echo spoilt > "
                    "/proc/self/fd/0; echo x >&0; read x"));
  EXPECT_EQ(cell.run(shell_command("cat; stat -L -c %a /proc/self/fd/0")).out, "input\n400\n");
}

TEST_F(HostileTest, Limits) {
  EXPECT_EQ(attack("ulimit -n 100000; ulimit -u 100000; ulimit -v unlimited; ulimit -f unlimited; ulimit -n "
                   "-u | grep -c .")
                .out,
            "2\n");
  EXPECT_NE(attack("nice -n -5 true 2>&1 | grep -q denied").exit_code, 1);
}

TEST_F(HostileTest, OddNamesInWhatItDid) {
  const Outcome outcome = attack(
      "mkfifo p; ln -s /etc/passwd l; ln -s $(printf 'x%.0s' $(seq 4000)) long; mkdir -m 000 shut; printf "
      "'\\xff\\xfe\\0bad';"
      " : > $'bad\\xff\\nname'; : > \"$(printf 'n%.0s' $(seq 255))\"");
  EXPECT_EQ(outcome.effects.size(), 6u);
}

bool comes_true(const std::function<bool()>& condition) {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  while (!condition()) {
    if (std::chrono::steady_clock::now() > deadline) return false;
    std::this_thread::sleep_for(milliseconds(5));
  }
  return true;
}

TEST(KilledHarness, LeavesNoWorkerAndNoCommand) {
  for (int delay = 0; delay < 200; delay += 20) {
    const pid_t harness = ::fork();
    if (harness == 0) {
      Sandbox sandbox;
      Cell cell = sandbox.open({});
      cell.run(shell_command("(setsid sleep 1000 &); sleep 1000"), {.timeout = milliseconds(100'000)});
      ::_exit(0);
    }
    std::this_thread::sleep_for(milliseconds(delay));  // the moment, not something to wait for
    const std::vector<pid_t> all = descendants_of(harness);
    ::kill(harness, SIGKILL);
    ::waitpid(harness, nullptr, 0);
    for (const pid_t pid : all) EXPECT_TRUE(comes_true([&] { return ::kill(pid, 0) != 0; })) << pid;
  }
}

}  // namespace
}  // namespace assay::sandbox

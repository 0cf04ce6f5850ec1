// SPDX-License-Identifier: Apache-2.0
// How similar a model finds unrelated commands. Some models place all texts so close together that a
// threshold rejects nothing.
#include <algorithm>

#include "assay/internal/likeness.h"

namespace assay {
namespace {

constexpr std::string_view kUnrelated[] = {"ls -la /var/log",
                                           "tar czf backup.tar.gz documents",
                                           "ping -c 4 192.168.1.1",
                                           "kill -9 4242",
                                           "grep -rn TODO src",
                                           "useradd -m alice",
                                           "date +%Y-%m-%d",
                                           "git commit -m 'fix build'",
                                           "df -h",
                                           "sed -i 's/foo/bar/g' config.ini",
                                           "openssl rand -hex 16",
                                           "find / -size +100M",
                                           "crontab -e",
                                           "sort -u names.txt",
                                           "mount /dev/sdb1 /mnt",
                                           "curl -O https://example.org/a.zip",
                                           "chmod 755 run.sh",
                                           "ps aux --sort=-%mem",
                                           "echo $((6 * 7))",
                                           "ffmpeg -i in.mp4 out.mp3"};

}  // namespace

std::vector<double> random_pair_floor(Embedder& model) {
  const std::vector<std::string> commands(std::begin(kUnrelated), std::end(kUnrelated));
  const auto vectors = model.get_embeddings(commands);
  std::vector<double> cosines;
  for (std::size_t i = 0; i < vectors.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      cosines.push_back(std::max(0.0, cosine(vectors[i].values, vectors[j].values)));
  std::sort(cosines.begin(), cosines.end());
  return cosines;
}

}  // namespace assay

// SPDX-License-Identifier: Apache-2.0
// Whether the tests run under a sanitizer, which is many times slower and maps huge amounts of address space.
#pragma once

namespace assay {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)  // g++
inline constexpr bool kSanitized = true;
#elif defined(__has_feature)  // clang++
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif
#else
inline constexpr bool kSanitized = false;
#endif

}  // namespace assay

#!/bin/bash
# Installs what Ventosa is built from: Debian packages, and MuJoCo into .deps/. Says nothing and
# changes nothing when all is there. Exit code 2: it may not install; it prints the line that does.
set -euo pipefail
cd "$(dirname "$0")/.."

packages=(
  # to build
  g++ cmake ninja-build git python3-pip
  # libraries
  libeigen3-dev libyaml-cpp-dev libcli11-dev nlohmann-json3-dev libpugixml-dev
  libzstd-dev zlib1g-dev libsodium-dev
  # pictures without a display
  libpng-dev libegl-dev libopengl-dev libegl-mesa0 libgl1-mesa-dri
  # the window
  libimgui-dev libstb-dev libglfw3-dev libspdlog-dev pkg-config fonts-dejavu-core
  # tests
  libgtest-dev clang-format-14 xvfb xauth xdotool openbox x11-xserver-utils
)

missing_packages() {
  if command -v dpkg-query >/dev/null; then
    dpkg-query -W -f '${db:Status-Status} ${Package}\n' "${packages[@]}" 2>/dev/null |
      sed -n 's/^installed //p' | grep -vxF -f - <(printf '%s\n' "${packages[@]}") || true
  else
    printf '%s\n' "${packages[@]}"
  fi
}

install_packages() {
  local install="apt-get install -y --no-install-recommends $*"
  local -a root=()
  if [ "$(id -u)" -ne 0 ]; then root=(sudo -n); fi

  # sudo that would ask for a password counts as none: this may run where nobody can answer
  if ! command -v apt-get >/dev/null || ! "${root[@]}" true 2>/dev/null; then
    echo "Ventosa needs packages that only root may install. Run this line, then try again:" >&2
    echo "  sudo sh -c 'apt-get update && $install'" >&2
    exit 2
  fi
  echo "installing Debian packages: $*" >&2
  "${root[@]}" apt-get update -qq >&2
  # shellcheck disable=SC2086
  "${root[@]}" env DEBIAN_FRONTEND=noninteractive $install -qq >&2
}

# The wheel's headers and library, made beside their place and renamed into it: never half there.
fetch_mujoco() {
  local place=$1
  echo "fetching MuJoCo into $place" >&2
  mkdir -p "$(dirname "$place")"
  made=$(mktemp -d "$place.XXXXXX")  # not local: the trap outlives this function
  trap 'rm -rf "$made"' EXIT
  pip3 download --quiet --require-hashes --requirement cmake/mujoco.txt --no-deps \
    --only-binary=:all: --python-version 3.11 --platform "manylinux_2_28_$(uname -m)" \
    --dest "$made" >&2
  (cd "$made" && cmake -E tar xf mujoco_core-*.whl && mv mujoco/include mujoco/libmujoco.so.* . &&
    mv mujoco_core-*.dist-info/licenses . && rm -rf mujoco mujoco_core*)
  chmod 755 "$made"
  mv -T "$made" "$place"
}

mapfile -t missing < <(missing_packages)
if [ "${#missing[@]}" -gt 0 ]; then install_packages "${missing[@]}"; fi

mujoco=.deps/mujoco-$(sed -n 's/^mujoco-core==\([0-9.]*\).*/\1/p' cmake/mujoco.txt)
if [ -z "${MUJOCO_DIR:-}" ] && [ ! -e "$mujoco" ]; then fetch_mujoco "$mujoco"; fi

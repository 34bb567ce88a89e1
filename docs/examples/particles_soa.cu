// Particles as a structure of arrays: one array per field, so that the lanes of a warp read neighbouring words. The
// same work as particles_aos.cu with an eighth of the sectors, and fields that are not used are never fetched.
//
//   access                  sectors per request   ideal
//   load x, y, z            4 each                4
//   load vx, vy, vz         4 each                4
//   store x, y, z           4 each                4

#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

struct Particles {
  float *x, *y, *z;
  const float *vx, *vy, *vz;
};

__global__ void move(Particles particles, float dt, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  particles.x[i] += dt * particles.vx[i];
  particles.y[i] += dt * particles.vy[i];
  particles.z[i] += dt * particles.vz[i];
}

int main() {
  const int n = 1 << 18;
  const size_t bytes = n * sizeof(float);
  float *position[3], *velocity[3];
  std::vector<float> host(n);
  for (int axis = 0; axis < 3; ++axis) {
    cudaMalloc(&position[axis], bytes);
    cudaMalloc(&velocity[axis], bytes);
    cudaMemset(position[axis], 0, bytes);
    host.assign(n, axis + 1.0f);
    cudaMemcpy(velocity[axis], host.data(), bytes, cudaMemcpyHostToDevice);
  }
  Particles particles{position[0], position[1], position[2], velocity[0], velocity[1], velocity[2]};

  move<<<n / 128, 128>>>(particles, 0.5f, n);

  cudaMemcpy(host.data(), position[2], bytes, cudaMemcpyDeviceToHost);
  std::printf("z = %g, expected 1.5\n", host[n - 1]);
  for (int axis = 0; axis < 3; ++axis) {
    cudaFree(position[axis]);
    cudaFree(velocity[axis]);
  }
  return host[n - 1] == 1.5f ? 0 : 1;
}

// Particles as an array of structures. A particle is 32 bytes, so each lane of a warp stands in a sector of its own:
// every load of one field moves 32 sectors for 128 bytes that are wanted.
//
// The loads of the six fields share those 32 sectors, so the first level cache saves most of the traffic to L2. What
// remains is 8 times the requests' work in L1, and mass and charge, which are fetched and not used.
//
//   access                  sectors per request   ideal
//   load x, y, z            32 each               4
//   load vx, vy, vz         32 each               4
//   store x, y, z           32 each               4
//
// particles_soa.cu is the same program with a structure of arrays.

#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

struct Particle {
  float x, y, z;
  float vx, vy, vz;
  float mass, charge;
};

__global__ void move(Particle *particles, float dt, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  particles[i].x += dt * particles[i].vx;
  particles[i].y += dt * particles[i].vy;
  particles[i].z += dt * particles[i].vz;
}

int main() {
  const int n = 1 << 18;
  std::vector<Particle> particles(n, Particle{0, 0, 0, 1, 2, 3, 1, 0});
  Particle *device;
  cudaMalloc(&device, n * sizeof(Particle));
  cudaMemcpy(device, particles.data(), n * sizeof(Particle), cudaMemcpyHostToDevice);

  move<<<n / 128, 128>>>(device, 0.5f, n);

  cudaMemcpy(particles.data(), device, n * sizeof(Particle), cudaMemcpyDeviceToHost);
  std::printf("z = %g, expected 1.5\n", particles[n - 1].z);
  cudaFree(device);
  return particles[n - 1].z == 1.5f ? 0 : 1;
}

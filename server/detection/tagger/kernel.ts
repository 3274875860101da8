/** The part of the global that is used; the type library of the server has no WebAssembly. */
declare const WebAssembly: {
  readonly Module: new (code: Uint8Array) => object;
  readonly Memory: new (limits: { initial: number; maximum: number }) => { readonly buffer: ArrayBuffer };
  readonly Instance: new (module: object, imports: object) => { readonly exports: object };
};

declare const compiled: unique symbol;
/** The arithmetic of the network as machine code, see build/tagger/kernel. Holds no state; many networks may share it. */
export type KernelCode = object & { readonly [compiled]: true };

/** Bytes of a page of WebAssembly memory. */
const PAGE = 65_536;

/** The functions of the kernel; all addresses are bytes of its memory. Documented in build/tagger/kernel/assembly. */
export interface KernelFunctions {
  sumRows(list: number, count: number, rows: number, scales: number, target: number): void;
  gather(count: number, words: number, places: number, x: number): void;
  normalise(count: number, x: number, scale: number, target: number): void;
  block(
    count: number,
    dilation: number,
    x: number,
    scale: number,
    taps: number,
    matrix: number,
    steps: number,
    bias: number,
    u: number,
    q: number,
  ): void;
  project(count: number, u: number, matrix: number, bias: number, outputs: number, out: number): void;
}

export interface Kernel {
  readonly functions: KernelFunctions;
  readonly buffer: ArrayBuffer;
}

/** @throws when the bytes are no WebAssembly module */
export function compileKernel(bytes: Uint8Array): KernelCode {
  return new WebAssembly.Module(bytes) as KernelCode;
}

/** Starts the kernel with a memory of its own, which never grows. @param bytes - of memory it needs */
export function startKernel(code: KernelCode, bytes: number): Kernel {
  const pages = Math.ceil(bytes / PAGE);
  const memory = new WebAssembly.Memory({ initial: pages, maximum: pages });
  const { exports } = new WebAssembly.Instance(code, { env: { memory } });
  return { functions: exports as KernelFunctions, buffer: memory.buffer };
}

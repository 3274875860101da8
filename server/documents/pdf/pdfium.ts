import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { init, type Methods } from '@embedpdf/pdfium';
import { documentError } from '../failures.ts';
import { DOCUMENT_LIMITS } from '../limits.ts';
import { countUnendedStreams } from './unendedStreams.ts';

/**
 * Functions that are called straight: the package's own wrappers look at the kinds of all arguments with every call, which takes several times as long as such
 * a function itself.
 */
type CharacterFunctions = Readonly<
  Record<
    Extract<
      keyof Methods,
      | 'FPDFText_GetCharAngle'
      | 'FPDFText_GetCharOrigin'
      | 'FPDFText_GetFontSize'
      | 'FPDFText_GetLooseCharBox'
      | 'FPDFText_GetMatrix'
      | 'FPDFText_GetTextObject'
      | 'FPDFText_GetUnicode'
      | 'FPDFText_HasUnicodeMapError'
      | 'FPDFText_IsHyphen'
      | 'FPDFTextObj_GetTextRenderMode'
    >,
    (...numbers: number[]) => number
  >
>;

/** PDFium (BSD-3-Clause, as WebAssembly) with typed access to its memory. */
export interface Pdfium {
  readonly api: Methods;
  /** What is asked for every character. Truth values are 0 and 1. */
  readonly characters: CharacterFunctions;
  /** Views of the module's memory; asked for anew each time because growing the memory replaces them. */
  bytes(): Uint8Array;
  floats(): Float32Array;
  doubles(): Float64Array;
  /** Reserves `size` bytes, runs `use` with their address and frees them. */
  withMemory<T>(size: number, use: (pointer: number) => T): T;
  /** Calls a function of the form (buffer, length in bytes) → needed length for a UTF-16LE string with a final NUL. */
  readString(call: (pointer: number, lengthBytes: number) => number): string;
}

interface Runtime {
  readonly HEAPU8: Uint8Array;
  readonly HEAPF32: Float32Array;
  readonly HEAPF64: Float64Array;
  readonly wasmExports: CharacterFunctions & { malloc(size: number): number; free(pointer: number): void };
}

/** The part of the global that is used; the type library of the server has no WebAssembly. */
declare const WebAssembly: { instantiate(code: Uint8Array, imports: object): Promise<{ readonly instance: object }> };

interface WasmImports {
  readonly env: { readonly emscripten_resize_heap: (bytes: number) => boolean };
}

/** Every growth of the module's memory asks this function of its surroundings first (Emscripten). */
function limitMemory(imports: WasmImports): WasmImports {
  const { env } = imports;
  const resize = (bytes: number) => bytes >>> 0 <= DOCUMENT_LIMITS.pdfMemoryBytes && env.emscripten_resize_heap(bytes);
  return { ...imports, env: { ...env, emscripten_resize_heap: resize } };
}

/** FPDF_GetLastError (public/fpdfview.h). */
const ERROR_PASSWORD = 4;
const ERROR_SECURITY_HANDLER = 5;

/** Longest string taken from an annotation or a field, in bytes. */
const STRING_BYTES = 4 * 1024 * 1024;

/**
 * Loads the module from the installed package; nothing is fetched. Its memory stops growing at the limit: PDFium then aborts, the call throws, and the
 * module must not be used again.
 */
export async function loadPdfium(): Promise<Pdfium> {
  const wasmPath = createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm');
  const wasm = await readFile(wasmPath);
  const { pdfium, ...api } = await init({
    instantiateWasm: (imports: WasmImports, done: (instance: object) => void) => {
      void WebAssembly.instantiate(wasm, limitMemory(imports)).then(({ instance }) => done(instance));
      return {};
    },
    // The reason of an abort goes to the caller as an exception; the text it would print may name parts of the file.
    printErr: () => undefined,
  });
  // The package types its runtime by a file it does not ship.
  const runtime = pdfium as unknown as Runtime;
  api.PDFiumExt_Init();
  const withMemory = <T>(size: number, use: (pointer: number) => T): T => {
    const pointer = runtime.wasmExports.malloc(size);
    if (pointer === 0) throw documentError('UNREADABLE_FILE');
    try {
      return use(pointer);
    } finally {
      runtime.wasmExports.free(pointer);
    }
  };
  return {
    api,
    characters: runtime.wasmExports,
    bytes: () => runtime.HEAPU8,
    floats: () => runtime.HEAPF32,
    doubles: () => runtime.HEAPF64,
    withMemory,
    readString(call) {
      const length = Math.min(call(0, 0), STRING_BYTES);
      if (length <= 2) return '';
      return withMemory(length, (pointer) => {
        call(pointer, length);
        const bytes = runtime.HEAPU8.slice(pointer, pointer + length);
        return new TextDecoder('utf-16le').decode(bytes).replace(/\0[^]*$/, '');
      });
    },
  };
}

/** Bytes that PDFium may go through in search of ends: with each stream that has none it reads on to the end of the file. Takes five seconds. */
const SEARCHED_BYTES = 1_000_000_000;

/**
 * Opens a document in memory, hands it to `use` and closes it. Throws AppError PASSWORD_PROTECTED when it takes a password to open,
 * UNREADABLE_FILE when it is no PDF that can be opened.
 */
export function withDocument<T>(pdfium: Pdfium, bytes: Uint8Array, use: (document: number) => T): T {
  const { api } = pdfium;
  if (countUnendedStreams(bytes) * bytes.byteLength > SEARCHED_BYTES) throw documentError('UNREADABLE_FILE');
  return pdfium.withMemory(bytes.byteLength, (pointer) => {
    pdfium.bytes().set(bytes, pointer);
    const document = api.FPDF_LoadMemDocument(pointer, bytes.byteLength, '');
    if (document === 0) {
      const error = api.FPDF_GetLastError();
      const locked = error === ERROR_PASSWORD || error === ERROR_SECURITY_HANDLER;
      throw documentError(locked ? 'PASSWORD_PROTECTED' : 'UNREADABLE_FILE');
    }
    try {
      return use(document);
    } finally {
      api.FPDF_CloseDocument(document);
    }
  });
}

/** Loads a page, hands it to `use` and closes it. Throws AppError UNREADABLE_FILE. */
export function withPage<T>(pdfium: Pdfium, document: number, index: number, use: (page: number) => T): T {
  const page = pdfium.api.FPDF_LoadPage(document, index);
  if (page === 0) throw documentError('UNREADABLE_FILE');
  try {
    return use(page);
  } finally {
    pdfium.api.FPDF_ClosePage(page);
  }
}

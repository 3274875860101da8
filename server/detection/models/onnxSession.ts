import { createHash } from 'node:crypto';
import type * as Onnx from 'onnxruntime-node';
import { ModelFailure } from './unavailable.ts';

/** Integers of a network's input, row by row. */
export interface IntegerInput {
  readonly values: readonly number[] | Int32Array;
  readonly dims: readonly number[];
  /** `bool` for masks that a network declares as such. */
  readonly type?: 'integer' | 'bool';
}

export interface Logits {
  readonly values: Float32Array;
  readonly dims: readonly number[];
}

/** A network held by the runtime, on one thread of the processor. */
export interface OnnxNetwork {
  readonly inputNames: readonly string[];
  /** First 12 hexadecimal digits of the SHA-256 of the file. */
  readonly version: string;
  /**
   * Runs the network; `inputs` may hold more than it asks for.
   * @returns the output `logits`, or the first one @throws ModelFailure unsupported_model
   */
  run(inputs: Readonly<Record<string, IntegerInput>>): Promise<Logits>;
  release(): Promise<void>;
}

const VERSION_DIGITS = 12;

/**
 * Switches the telemetry of ONNX Runtime off for this process: on Linux it is on by default and keeps a device id and events
 * on the disk. The library reads the variable when it loads, from the environment of the process and not from that of a thread,
 * so this is called in the main thread before any worker starts.
 */
export function switchOffOnnxTelemetry(): void {
  // eslint-disable-next-line no-restricted-properties -- no setting of ours: the native library reads nothing else
  process.env['ORT_DISABLE_TELEMETRY'] = '1';
}

async function loadRuntime(): Promise<typeof Onnx> {
  try {
    return await import('onnxruntime-node');
  } catch (cause) {
    // There are no libraries for every system and processor, for example Macs with Intel processors.
    throw new ModelFailure('runtime_missing', { cause });
  }
}

/**
 * Loads a network from its bytes. Given no path, the runtime cannot open other files that a model names (external data).
 * @throws ModelFailure not_a_model, runtime_missing
 */
export async function loadNetwork(bytes: Buffer): Promise<OnnxNetwork> {
  const { InferenceSession, Tensor } = await loadRuntime();
  let session: Onnx.InferenceSession;
  try {
    session = await InferenceSession.create(bytes, {
      executionProviders: ['cpu'],
      intraOpNumThreads: 1,
      interOpNumThreads: 1,
      // Its messages go to standard error and may quote what a model file says.
      logSeverityLevel: 4,
    });
  } catch (cause) {
    throw new ModelFailure('not_a_model', { cause });
  }
  const types = new Map(session.inputMetadata.map((input) => [input.name, input.isTensor ? input.type : 'none']));
  const output = session.outputNames.includes('logits') ? 'logits' : session.outputNames[0];
  if (output === undefined) throw new ModelFailure('unsupported_model');

  const toTensor = (name: string, { values, dims, type = 'integer' }: IntegerInput): Onnx.Tensor => {
    const wanted = types.get(name);
    if (type === 'bool' && wanted === 'bool') return new Tensor('bool', Uint8Array.from(values), dims);
    if (wanted === 'int64') return new Tensor('int64', BigInt64Array.from(values, BigInt), dims);
    if (wanted === 'int32') return new Tensor('int32', Int32Array.from(values), dims);
    throw new ModelFailure('unsupported_model');
  };

  return {
    inputNames: session.inputNames,
    version: createHash('sha256').update(bytes).digest('hex').slice(0, VERSION_DIGITS),
    async run(inputs) {
      const feeds = Object.fromEntries(
        session.inputNames.map((name) => {
          const input = inputs[name];
          if (input === undefined) throw new ModelFailure('unsupported_model');
          return [name, toTensor(name, input)];
        }),
      );
      let result: Onnx.Tensor | undefined;
      try {
        result = (await session.run(feeds, [output]))[output];
      } catch (cause) {
        throw new ModelFailure('unsupported_model', { cause });
      }
      if (result?.type !== 'float32') throw new ModelFailure('unsupported_model');
      return { values: result.data as Float32Array, dims: result.dims };
    },
    release: () => session.release(),
  };
}

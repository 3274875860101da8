declare module '../../core/db/types.ts' {
  interface Tables {
    detectors: {
      /** The name in the definition. */
      name: string;
      /** JSON of the definition. */
      definition: string;
    };
  }
}

export {};

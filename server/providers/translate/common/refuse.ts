import { AppError } from '../../../core/errors.ts';

type RefusalCode = 'invalid_request' | 'image_not_supported' | 'file_not_supported';

/**
 * An error that says which part of a request the provider's protocol cannot express.
 * @param param - path in the client's body, without any value of it
 * @param message - a sentence for people, without any value of the body
 */
export function refusal(param: string, message: string, code: RefusalCode = 'invalid_request'): AppError {
  return new AppError(code, message, { fields: { param } });
}

/** Refuses the parameters of a body that change what the caller gets and that the other side does not know. */
export function refuseParameters(
  body: Readonly<Record<string, unknown>>,
  refused: Readonly<Record<string, (value: unknown) => boolean>>,
): void {
  for (const [param, matters] of Object.entries(refused)) {
    const value = body[param];
    if (value !== undefined && value !== null && matters(value)) {
      throw refusal(param, `This model's provider does not support ${param}.`);
    }
  }
}

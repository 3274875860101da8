import type { Recognizer } from '../../recognizer.ts';
import { createEmailRecognizer, createObfuscatedEmailRecognizer } from './email.ts';
import { createPhoneRecognizer } from './phone.ts';
import { createHandleRecognizer, createUrlRecognizer } from './url.ts';

/** E-mail, phone, web addresses and account names. */
export function createContactRecognizers(): readonly Recognizer[] {
  return [
    createEmailRecognizer(),
    createObfuscatedEmailRecognizer(),
    createPhoneRecognizer(),
    createUrlRecognizer(),
    createHandleRecognizer(),
  ];
}

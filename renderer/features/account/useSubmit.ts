import { onBeforeUnmount, ref, type Ref } from 'vue';
import type { ErrorCode } from '../../../server/contract/errors.ts';
import { isApiError } from '../../api/index.ts';
import { useText, type MessageKey } from '../../i18n/index.ts';
import { useErrorText } from '../../i18n/useErrorText.ts';

/** A form that is sent: whether it is under way, why it failed, and how long to wait before the next try. */
export interface Submission {
  readonly busy: Ref<boolean>;
  readonly error: Ref<string>;
  /** Seconds until the server takes another try; 0 when it does. */
  readonly waitSeconds: Ref<number>;
  /** Runs `work` unless it is running already; true when it succeeded. */
  readonly submit: (work: () => Promise<unknown>) => Promise<boolean>;
}

/**
 * The state of a form. After LOGIN_SLOWED_DOWN it counts the seconds down, so that nobody tries in vain.
 * @param texts - for codes that mean something more particular in this form
 */
export function useSubmit(texts: Readonly<Partial<Record<ErrorCode, MessageKey>>> = {}): Submission {
  const { t } = useText();
  const errorText = useErrorText();
  const particular = new Map<string, MessageKey>(Object.entries(texts));
  const busy = ref(false);
  const error = ref('');
  const waitSeconds = ref(0);
  let timer: ReturnType<typeof setInterval> | undefined;

  function countDown(seconds: number): void {
    waitSeconds.value = seconds;
    clearInterval(timer);
    timer = setInterval(() => {
      waitSeconds.value -= 1;
      if (waitSeconds.value > 0) return;
      clearInterval(timer);
      error.value = '';
    }, 1000);
  }
  onBeforeUnmount(() => {
    clearInterval(timer);
  });

  async function submit(work: () => Promise<unknown>): Promise<boolean> {
    if (busy.value) return false;
    busy.value = true;
    error.value = '';
    try {
      await work();
      return true;
    } catch (failure) {
      const text = isApiError(failure) ? particular.get(failure.code) : undefined;
      error.value = text === undefined ? errorText(failure) : t(text);
      if (isApiError(failure, 'LOGIN_SLOWED_DOWN')) countDown(Math.ceil(failure.retryAfterSeconds ?? 1));
      return false;
    } finally {
      busy.value = false;
    }
  }
  return { busy, error, waitSeconds, submit };
}

import { defineStore } from 'pinia';
import { shallowRef } from 'vue';
import { getSystem, type SystemInfo } from '../../server/contract/system.ts';
import { call } from '../api/index.ts';

/** What the server says about itself: version, limits, detector. */
export const useSystem = defineStore('system', () => {
  const info = shallowRef<SystemInfo | null>(null);

  async function load(): Promise<SystemInfo> {
    const { system } = await call(getSystem);
    info.value = system;
    return system;
  }
  return { info, load };
});

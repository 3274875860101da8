/**
 * Settings of Tesseract for both engines: what is not needed and takes time is off. Words are not looked up (what is to be found are names and numbers), and
 * paragraphs are found from the places of the words.
 */
export const SETTINGS: Readonly<Record<string, string>> = Object.freeze({
  load_system_dawg: '0',
  load_freq_dawg: '0',
  load_punc_dawg: '0',
  load_number_dawg: '0',
  paragraph_text_based: '0',
});

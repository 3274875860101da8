/** Whether words stand in double quotes: between any two that follow each other. @param word - what counts as one */
export const quotes = (text: string, word: RegExp): boolean =>
  text
    .split('"')
    .slice(1, -1)
    .some((part) => word.test(part));

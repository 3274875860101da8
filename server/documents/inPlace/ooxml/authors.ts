/** Gives authors numbers in the order in which they appear, over all parts of a document. */
export type AuthorNames = (author: string) => string;

export function createAuthorNames(): AuthorNames {
  const numbers = new Map<string, number>();
  return (author) => {
    const number = numbers.get(author) ?? numbers.size + 1;
    numbers.set(author, number);
    return `Author ${number}`;
  };
}

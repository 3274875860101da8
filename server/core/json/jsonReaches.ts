/** Whether the texts and names of JSON data have so many code units; everything else counts as one. Looks at no more than that many. */
export function jsonReaches(value: unknown, most: number): boolean {
  const waiting: unknown[] = [value];
  let size = 0;
  for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) {
    size += typeof item === 'string' ? item.length : 1;
    if (Array.isArray(item)) {
      if (size + waiting.length + item.length >= most) return true;
      for (const inner of item) waiting.push(inner);
    } else if (typeof item === 'object' && item !== null) {
      for (const [name, inner] of Object.entries(item)) {
        size += name.length;
        if (inner !== undefined) waiting.push(inner);
      }
    }
    if (size + waiting.length >= most) return true;
  }
  return false;
}

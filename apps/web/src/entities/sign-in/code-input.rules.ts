/**
 * What a field for `length` digits holds after an edit, and where its caret stands. Only digits count;
 * typing before the end writes over what is there, as boxes lead one to expect.
 */
export function editedCode(
  before: string,
  edited: string,
  caret: number,
  length: number,
): { code: string; caret: number } {
  const head = digitsOf(edited.slice(0, caret))
  const tail = digitsOf(edited.slice(caret))
  const added = head.length + tail.length - before.length
  const kept = added > 0 && tail ? tail.slice(added) : tail
  const code = (head + kept).slice(0, length)
  return { code, caret: Math.min(head.length, code.length) }
}

function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, '')
}

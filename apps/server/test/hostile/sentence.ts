/** Texts that callers know, and that stay as they are. */
const knownTexts = new Set([
  'Incorrect password',
  'Incorrect username or password',
  'Level cannot be null or undefined',
  'Please enter your password',
  'Please enter your username',
  'Please enter your verification code',
  'SESSION_EXPIRED_ERROR',
])

/** Whether people can read a text that says what is wrong. */
export function isSentence(text: string): boolean {
  if (knownTexts.has(text)) return true
  return (
    /[.?!…]$/.test(text) &&
    !/Invalid (input|option|string|element|key)|Too (small|big)|Unrecognized/.test(text)
  )
}

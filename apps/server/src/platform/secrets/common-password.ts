let loading: Promise<ReadonlySet<string>> | undefined

/** The list is loaded when a password is set for the first time. */
async function loadList(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].map((text) => text.toLowerCase()))
}

const letterOf: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
}
/** A common password is still one with a few characters about it. */
const mostAround = 4
const shortestCore = 4

const trimmed = (text: string): string => text.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '')

/** The word that a password is made of, in the ways in which people dress one up: `P@ssw0rd1!` is `password`. */
function coresOf(password: string): string[] {
  const plain = password.toLowerCase()
  const undressed = [...trimmed(plain)].map((letter) => letterOf[letter] ?? letter).join('')
  const cores = [trimmed(plain), undressed].filter((core) => core.length >= shortestCore)
  return [plain, ...cores.filter((core) => plain.length - core.length <= mostAround)]
}

/** Whether the password is among the most common ones, or one of those with a few characters about it. */
export async function isCommonPassword(password: string): Promise<boolean> {
  loading ??= loadList()
  const list = await loading
  return coresOf(password).some((core) => list.has(core))
}

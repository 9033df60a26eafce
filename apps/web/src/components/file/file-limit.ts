/** Written out and checked against the contract, which would bring more than this. */
const limit: typeof import('@steward/contracts/file').fileLimit = 26_214_400

/** Why a file cannot be stored, by its name; null when it can. */
export function problemWithSize({ name, size }: { name: string; size: number }): string | null {
  return size < limit ? null : `“${name}” is too large. A file has to be under 25 MB.`
}

import { fileLimit } from '@steward/contracts/plain/stored-file'

/** Why a file cannot be stored, by its name; null when it can. */
export function problemWithSize({ name, size }: { name: string; size: number }): string | null {
  return size < fileLimit ? null : `“${name}” is too large. Files must be under 25 MB.`
}

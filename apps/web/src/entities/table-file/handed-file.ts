let handed: File | null = null

/** Hands a file that was dropped elsewhere to the import. */
export function handFile(file: File): void {
  handed = file
}

/** The file that was handed over, once. */
export function takeHandedFile(): File | null {
  const file = handed
  handed = null
  return file
}

let handed: File[] = []

/** Hands files that were dropped elsewhere to the import. */
export function handFiles(files: readonly File[]): void {
  handed = [...files]
}

/** The files that were handed over, once. */
export function takeHandedFiles(): File[] {
  const files = handed
  handed = []
  return files
}

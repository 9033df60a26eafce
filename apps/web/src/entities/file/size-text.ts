import { readerLocale } from '../../ui/reader.ts'

const units = ['bytes', 'KB', 'MB', 'GB']

/** 1,536 bytes as 1.5 KB. */
export function sizeText(bytes: number): string {
  if (bytes === 1) return '1 byte'
  const power = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10))
  const value = bytes / 1024 ** power
  return `${value.toLocaleString(readerLocale(), { maximumFractionDigits: value < 10 && power > 0 ? 1 : 0 })} ${units[power]}`
}

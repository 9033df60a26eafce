/**
 * How days are written. `MMM` is the English name of a month, short or long. One `D` or `M` stands for
 * one or two digits. A time may follow in each of them.
 */
export const writtenDateFormats = [
  'YYYY-MM-DD',
  'YYYY/MM/DD',
  'YYYY.MM.DD',
  'YYYYMMDD',
  'DD/MM/YYYY',
  'MM/DD/YYYY',
  'DD.MM.YYYY',
  'DD-MM-YYYY',
  'MM-DD-YYYY',
  'DD/MM/YY',
  'MM/DD/YY',
  'DD.MM.YY',
  'DD-MM-YY',
  'MM-DD-YY',
  'YY.MM.DD',
  'YY-MM-DD',
  'YY/MM/DD',
  'D MMM YYYY',
  'D-MMM-YYYY',
  'D-MMM-YY',
  'D MMM YY',
  'D/MMM/YYYY',
  'D/MMM/YY',
  'MMM D, YYYY',
] as const

/** The same, and days as spreadsheets count them: 45000 is 2023-03-15. */
export const dateFormats = [...writtenDateFormats, 'serial'] as const

export type DateFormat = (typeof dateFormats)[number]

/** How numbers are written, shown by an example. */
export const numberFormats = ['1,234.56', '1.234,56', '1 234,56', '1 234.56', "1'234.56"] as const
export type NumberFormatName = (typeof numberFormats)[number]

// These values are written out, and checked against the contract, so that its schemas stay out of the browser.
type Contract = typeof import('@steward/contracts/bulk') & typeof import('@steward/contracts/sheet')

/** What can happen to a row, in the order in which it is shown. */
export const rowOutcomes: Contract['rowOutcomes'] = ['create', 'update', 'unchanged', 'conflict', 'refused']

export const dateFormats: Contract['dateFormats'] = [
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
  'MMM D, YYYY',
]

export const numberFormats: Contract['numberFormats'] = [
  '1,234.56',
  '1.234,56',
  '1 234,56',
  '1 234.56',
  "1'234.56",
]

export const bulkTypes: Contract['bulkTypes'] = { massUpdate: 10, massUpload: 20, massUploadUpdate: 30 }

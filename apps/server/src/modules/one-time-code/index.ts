export {
  countTries,
  deleteCode,
  deleteCodes,
  findCode,
  insertCode,
  lockCodes,
  readSent,
  takeCodeTry,
  takeLatestTry,
  type FoundCode,
} from './code.store.ts'

import { commentsBegin, searchedOnly } from '../timeline/index.ts'

export { scopeSql } from '../record/index.ts'
export { readableSql } from '../timeline/index.ts'

/** Of the words of an item what people wrote in it; the rest is only searched. */
export const shownWordsSql = (words: string): string =>
  `split_part(split_part(${words}, '${commentsBegin}', 1), '${searchedOnly}', 1)`

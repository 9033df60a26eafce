/** Sizes of pages with one row more, by which callers know whether there are more. */
const pageSizes = [6, 11, 16, 21, 26, 51, 101, 201, 501, 1001]

/**
 * The limit of a prepared statement, where a caller chooses it; the caller leaves out what is beyond. PostgreSQL plans a
 * limit that is a parameter again for each call, which takes longer than to read a page: the plan that it could keep is
 * one for a tenth of all rows, and seems to cost more. So limits are written out, and there are few of them: constants of
 * the code, or the next of these sizes.
 */
export const nextPageSize = (limit: number): number => pageSizes.find((size) => size >= limit) ?? limit

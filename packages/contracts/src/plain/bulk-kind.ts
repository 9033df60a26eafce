/** Types of a bulk job. The last two are shown as Bulk Upload. */
export const bulkTypes = { massUpdate: 10, massUpload: 20, massUploadUpdate: 30 } as const

/** Statuses of an item. The error log reads those that are refused or in conflict. */
export const bulkItemStatuses = { refused: 10, done: 20, conflict: 30 } as const

/** The outcome of a row, planned or real. */
export const rowOutcomes = ['create', 'update', 'unchanged', 'conflict', 'refused'] as const
export type RowOutcome = (typeof rowOutcomes)[number]

/** What is listed of a job: its rows, and records that no row names. */
export const shownOutcomes = [...rowOutcomes, 'missing'] as const
export type ShownOutcome = (typeof shownOutcomes)[number]

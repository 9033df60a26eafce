/** The endings of files that can be imported. */
export const tableEndings: readonly string[] = ['csv', 'tsv', 'tab', 'txt', 'xlsx']

/** The same for the browser's file dialog. */
export const acceptedFiles = tableEndings.map((ending) => `.${ending}`).join(',')

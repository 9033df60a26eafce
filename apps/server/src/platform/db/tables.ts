/**
 * The tables that the database handle knows. Each module adds its own by declaration merging,
 * beside the code that owns them.
 */
// eslint-disable-next-line typescript/no-empty-object-type, typescript/no-empty-interface -- merged into by the modules
export interface Tables {}

export { customFieldsQuery } from './calculation.calls.ts'
export { LazyDependencyList, LazyFormulaEditor, LazyFormulaField, LazyRollupEditor } from './lazy-parts.ts'
export { childFields, draftDataTypes, emptyRollup, type RollupDraft } from './rollup-draft.ts'

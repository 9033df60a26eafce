import { lazy } from 'react'

/** The parts of the field editor that calculated fields need; they bring the formula language along. */
export const LazyFormulaEditor = lazy(async () => ({
  default: (await import('./formula-editor.tsx')).FormulaEditor,
}))
export const LazyRollupEditor = lazy(async () => ({
  default: (await import('./rollup-editor.tsx')).RollupEditor,
}))
export const LazyDependencyList = lazy(async () => ({
  default: (await import('./dependency-list.tsx')).DependencyList,
}))

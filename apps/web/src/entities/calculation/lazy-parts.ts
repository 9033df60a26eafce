import { lazyPart } from '../../ui/lazy-part.tsx'

/** Parts of the editors of fields and scenarios that bring the formula language along. */
export const LazyFormulaEditor = lazyPart(() => import('./formula-editor.tsx'), 'FormulaEditor')
export const LazyFormulaField = lazyPart(() => import('./formula-field.tsx'), 'FormulaField')
export const LazyRollupEditor = lazyPart(() => import('./rollup-editor.tsx'), 'RollupEditor')
export const LazyDependencyList = lazyPart(() => import('./dependency-list.tsx'), 'DependencyList')

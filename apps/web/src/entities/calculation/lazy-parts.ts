import { lazyPart } from '../../ui/lazy-part.tsx'

/** The parts of the field editor that calculated fields need; they bring the formula language along. */
export const LazyFormulaEditor = lazyPart(() => import('./formula-editor.tsx'), 'FormulaEditor')
export const LazyRollupEditor = lazyPart(() => import('./rollup-editor.tsx'), 'RollupEditor')
export const LazyDependencyList = lazyPart(() => import('./dependency-list.tsx'), 'DependencyList')

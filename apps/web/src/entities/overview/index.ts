export { FigureRow } from './figure-row.tsx'
export { figuresOf } from './figures.ts'
export { LatestList } from './latest-list.tsx'
export { overviewQuery, updateOverviewCards, refreshOverviews } from './overview.calls.ts'

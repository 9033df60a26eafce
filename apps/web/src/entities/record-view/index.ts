export { countText } from './count-text.ts'
export { LazyPeekPanel } from './lazy-parts.ts'
export {
  clearedSearch,
  densities,
  type Density,
  isModified,
  isUnfiltered,
  levelBase,
  type ListBase,
  type ListSearch,
  type RawSearch,
  readListSearch,
  rowHeights,
  segmentBase,
  viewOfSearch,
  writeListSearch,
} from './list-search.ts'
export { RecordsContent } from './records-content.tsx'
export { comingField, comingLabel, useFilterFields } from './use-filter-fields.ts'
export { type SetListSearch, useListAddress } from './use-list-address.ts'
export { useMine } from './use-mine.ts'
export { ViewFilters, type ViewFiltersProps } from './view-filters.tsx'
export { ViewSwitch } from './view-switch.tsx'

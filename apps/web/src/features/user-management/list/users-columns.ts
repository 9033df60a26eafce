/** The columns of head and rows from 768 px on; the last one is there for the menu. */
export function columnsOf(hasActions: boolean): string {
  return hasActions
    ? 'md:grid-cols-[minmax(0,1fr)_6.5rem_5rem_7rem_2rem] lg:grid-cols-[minmax(0,1fr)_8rem_6.5rem_8rem_8rem_6rem_2rem]'
    : 'md:grid-cols-[minmax(0,1fr)_6.5rem_5rem_7rem] lg:grid-cols-[minmax(0,1fr)_8rem_6.5rem_8rem_6rem]'
}

/** How many conditions of a segment are about what is gone. */
export function brokenText(count: number): string {
  return count === 1
    ? '1 condition no longer matches anything'
    : `${count} conditions no longer match anything`
}

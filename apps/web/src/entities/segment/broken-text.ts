/** How many conditions of a segment are about what is gone. */
export function brokenText(count: number): string {
  return count === 1 ? '1 condition matches nothing any more' : `${count} conditions match nothing any more`
}

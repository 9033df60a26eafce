/** Shows that a card came back to where it was; not to who wants no motion. */
export function springBack(root: HTMLElement | null, id: number): void {
  requestAnimationFrame(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
    root?.querySelector(`[data-card="${id}"]`)?.animate(
      [0, -6, 4, -2, 0].map((x) => ({ transform: `translateX(${x}px)` })),
      { duration: 240, easing: 'ease-out' },
    )
  })
}

/** The menu's chunk is asked for when someone is about to open it. */
export function preloadCommandMenu(): void {
  void import('./command-menu.tsx')
}

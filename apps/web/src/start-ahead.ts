/**
 * Fetches the scripts of the signed-in area and of the lists that it usually starts with, so that they are there when
 * the sign-in succeeds. One that does not come now is fetched again where it is needed.
 */
export async function loadStart(): Promise<void> {
  await Promise.allSettled([
    import('./shell/shell.tsx'),
    import('./shell/level-screens.tsx'),
    import('./features/record-list/record-list.page.tsx'),
    import('./features/record-list/list-start.ts'),
  ])
}

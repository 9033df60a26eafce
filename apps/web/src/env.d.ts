/** When this build was made, as an ISO instant. */
declare const __BUILD_DATE__: string

/** The part of the runtime's own module that Hypecal uses. */
declare module 'cloudflare:workers' {
  export const cache: { purge(options: { tags: string[] }): Promise<{ success: boolean }> }
}

/// <reference types="astro/client" />
import type { PageLocals } from '#worker/pages.ts'

declare global {
  namespace App {
    // Astro merges into this interface; a type alias would not merge.
    interface Locals extends PageLocals {
      /** Where the reader is: the page's own address, whatever is shown in its place. */
      path: string
    }
  }
}

/** A style sheet that a page has. */
declare module '*.css' {}

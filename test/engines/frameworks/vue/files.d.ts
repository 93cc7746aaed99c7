/** What the plain compiler knows of a component in a file of its own; `vue-tsc` reads the file. */
declare module '*.vue' {
  import type { Component } from 'vue';

  const component: Component;
  export default component;
}

import type { Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import { h } from 'vue';
import Gallery from './Gallery.vue';
import Home from './Home.vue';
import './style.css';

export default {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, { 'home-hero-before': () => h(Home) }),
  enhanceApp: ({ app }) => {
    app.component('Gallery', Gallery);
  },
} satisfies Theme;

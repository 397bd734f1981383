// Light or dark, as it was chosen. No module: it runs before anything is drawn, so that nothing flashes.
try {
  const theme = localStorage.getItem("burgher-theme");
  if (theme) document.documentElement.dataset.theme = theme;
} catch {
  // Nothing is kept here: then it is as the system likes it.
}

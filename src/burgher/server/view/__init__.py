"""What one viewer sees: view models, and the pages that are rendered from them."""
